/*
 * Loaded before the other libraries of a program (LD_PRELOAD): its clock is as many seconds ahead of the machine's as the file MOVED_CLOCK says,
 * a 64-bit integer that may be changed at any time. What counts time since the start goes on, as where somebody sets a clock. It allocates nothing,
 * for allocators ask for the time while they start.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile const long long *ahead;

__attribute__((constructor)) static void begin(void) {
	const char *path = getenv("MOVED_CLOCK");
	int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
	if (file < 0) return;
	void *mapped = mmap(NULL, sizeof *ahead, PROT_READ, MAP_SHARED, file, 0);
	close(file);
	if (mapped != MAP_FAILED) ahead = mapped;
}

static long long shift(void) {
	return ahead ? *ahead : 0;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
	long failed = syscall(SYS_clock_gettime, clock, now);
	if (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += shift();
	return (int)failed;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
	(void)zone;
	struct timespec exact;
	clock_gettime(CLOCK_REALTIME, &exact);
	now->tv_sec = exact.tv_sec;
	now->tv_usec = exact.tv_nsec / 1000;
	return 0;
}

time_t time(time_t *result) {
	struct timespec exact;
	clock_gettime(CLOCK_REALTIME, &exact);
	if (result) *result = exact.tv_sec;
	return exact.tv_sec;
}

/* Until when somebody waits, by the machine's clock. Times since the start are no dates: a machine is not up for thirty years. */
static struct timespec onMachine(const struct timespec *until) {
	struct timespec moved = *until;
	if (moved.tv_sec > 1000000000) moved.tv_sec -= shift();
	return moved;
}

int pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex, const struct timespec *restrict until) {
	static int (*next)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
	/* The oldest of the symbol's versions is of another layout. */
	if (!next) next = dlvsym(RTLD_NEXT, "pthread_cond_timedwait", "GLIBC_2.3.2");
	if (!next) next = dlsym(RTLD_NEXT, "pthread_cond_timedwait");
	struct timespec moved = onMachine(until);
	return next(condition, mutex, &moved);
}

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict until) {
	static int (*next)(sem_t *, const struct timespec *);
	if (!next) next = dlsym(RTLD_NEXT, "sem_timedwait");
	struct timespec moved = onMachine(until);
	return next(semaphore, &moved);
}

int pthread_mutex_timedlock(pthread_mutex_t *restrict mutex, const struct timespec *restrict until) {
	static int (*next)(pthread_mutex_t *, const struct timespec *);
	if (!next) next = dlsym(RTLD_NEXT, "pthread_mutex_timedlock");
	struct timespec moved = onMachine(until);
	return next(mutex, &moved);
}
