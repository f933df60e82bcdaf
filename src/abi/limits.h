/* Numbers that the runtime and the engine have to agree about, and that are no part of abi.h's layout. C, like abi.h. */
#ifndef REENACT_LIMITS_H
#define REENACT_LIMITS_H

/* A report from an optimised build lacks the frames of functions that ended in a call (its tail call replaced them), and
   a constructor may show as one frame or two: so many further frames may be seen between two that are wanted. Search
   (runtime/probes.cpp) and verdict (crash/trace_match.h) go by it. */
enum { kReenactMaxElided = 2 };

/* Frames behind which a test nests deep: it may be worth making it deeper (strategy/deepener.h), and takes longer (runtime/death.cpp). */
enum { kReenactDeep = 200 };

#endif
