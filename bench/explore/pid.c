/* A PID controller with floats: anti-windup, a dead band and rate limits; the unit takes its state and one measurement. */

struct pid {
    float kp, ki, kd;
    float integral, last_error, last_output;
    int automatic;
};

enum { MANUAL = 1, BAD, IDLE, LIMITED_UP, LIMITED_DOWN, WOUND_UP, SETTLED, NORMAL };

int control(struct pid *p, float target, float measured, float dt)
{
    if (!p)
        return BAD;
    if (!p->automatic)
        return MANUAL;
    if (!(dt > 0.0f && dt < 10.0f))
        return BAD;
    float error = target - measured;
    if (error != error)
        return BAD;
    if (error > -0.5f && error < 0.5f) {
        if (p->last_error == 0.0f)
            return SETTLED;
        p->last_error = 0.0f;
        return IDLE;
    }
    p->integral += error * dt;
    int wound = 0;
    if (p->integral > 100.0f) {
        p->integral = 100.0f;
        wound = 1;
    } else if (p->integral < -100.0f) {
        p->integral = -100.0f;
        wound = 1;
    }
    float out = p->kp * error + p->ki * p->integral + p->kd * (error - p->last_error) / dt;
    p->last_error = error;
    if (out > p->last_output + 8.0f)
        return LIMITED_UP;
    if (out < p->last_output - 8.0f)
        return LIMITED_DOWN;
    p->last_output = out;
    return wound ? WOUND_UP : NORMAL;
}
