#pragma once
struct pair { int first, second; };
enum color { RED, GREEN = 4, BLUE };
