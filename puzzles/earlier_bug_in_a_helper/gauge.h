#ifndef GAUGE_H
#define GAUGE_H
#ifdef __cplusplus
extern "C" {
#endif
/* The mean of the last readings, the newest being `reading`. */
int gauge_read(int reading);
#ifdef __cplusplus
}
#endif
#endif
