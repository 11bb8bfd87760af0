// GNUstep's NSPredicate, as the benchmark of predicates measures it: reads COUNT times the predicate FORMAT, or evaluates
// it as often, and prints the nanoseconds that took.
//
//   predicates parse|evaluate COUNT FORMAT

#import <Foundation/Foundation.h>
#include <stdio.h>
#include <time.h>

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

// The same as in PredicateRule.swift.
static NSDictionary *item(void) {
    return [NSDictionary dictionaryWithObjectsAndKeys:
        [NSArray arrayWithObjects: @"public.jpeg", @"public.image", nil], @"types",
        [NSArray arrayWithObjects: @"one", @"two", @"three", nil], @"attachments",
        @"My photos", @"name", @"Our Holiday in May", @"title", nil];
}

int main(int count, char **words) {
    if (count != 4) return 2;
    NSAutoreleasePool *outer = [NSAutoreleasePool new];
    NSString *format = [NSString stringWithUTF8String: words[3]];
    NSPredicate *predicate = [NSPredicate predicateWithFormat: format];
    NSDictionary *value = item();
    BOOL parses = words[1][0] == 'p';
    BOOL holds = YES;
    long long start = now();
    for (long left = atol(words[2]); left > 0;) {
        // As often as an application's loop would.
        NSAutoreleasePool *pool = [NSAutoreleasePool new];
        for (int turn = 0; turn < 100 && left > 0; turn++, left--) {
            if (parses)
                holds = holds && [NSPredicate predicateWithFormat: format] != nil;
            else
                holds = holds && [predicate evaluateWithObject: value];
        }
        [pool release];
    }
    printf("%lld\n", now() - start);
    [outer release];
    return holds ? 0 : 1;
}
