/* A float filter: a small matrix times a window of samples, saturated, with hysteresis on the output. */

static const float weights[2][3] = {{0.25f, 0.5f, 0.25f}, {-1.0f, 2.0f, -1.0f}};

static float saturate(float v, float low, float high)
{
    if (v < low)
        return low;
    if (v > high)
        return high;
    return v;
}

static float row(const float w[3], const float x[3])
{
    float sum = 0.0f;
    for (int i = 0; i < 3; i++)
        sum += w[i] * x[i];
    return sum;
}

/* -1: bad samples; 0: quiet; 1: level; 2: edge; 3: both; 4: saturated flat. */
int filter(const float samples[3], float last)
{
    for (int i = 0; i < 3; i++)
        if (!(samples[i] >= -1000.0f && samples[i] <= 1000.0f))
            return -1;
    float smooth = saturate(row(weights[0], samples), -100.0f, 100.0f);
    float edge = row(weights[1], samples);
    int level = smooth > 10.0f || (smooth > 5.0f && last > 10.0f);
    int sharp = edge > 40.0f || edge < -40.0f;
    if (smooth == 100.0f && edge == 0.0f)
        return 4;
    if (level && sharp)
        return 3;
    if (sharp)
        return 2;
    return level;
}
