// cflags: -std=c11 -trigraphs
%:define LAST(a) (a<:2:>)
int last(int *a)
<%
    return LAST(a) == 3;
%>
??=define FIRST(a) (a??(0??))
int first(int *a)
??<
    return FIRST(a) == 2 ??!??! LAST(a) == 1; /* what?? */
??>
int con\
tinued(int n)
{
    return n > 1\
5;
}
