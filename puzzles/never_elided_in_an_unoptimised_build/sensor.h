#ifndef SENSOR_H
#define SENSOR_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sensor sensor;

sensor* sensor_raw(void);
/// It shows thousandths.
sensor* sensor_scaled(void);
/// What it shows at a time, of 0 to 99 seconds.
int sensor_at(const sensor* s, int seconds);

#ifdef __cplusplus
}
#endif

#endif
