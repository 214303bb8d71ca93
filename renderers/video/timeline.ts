import type {Snapshot} from '../../shared/contract/snapshot.ts';
import {type Timeline, type TimelineOptions, timelineOf} from '../../shared/tour/timeline.ts';

/** A video has 30 frames a second. */
export const FRAME_MS = 1000 / 30;

/** The timeline that a video has, and its captions beside it. */
export function filmTimeline(snapshot: Snapshot, options: Omit<TimelineOptions, 'grid'>): Timeline {
	return timelineOf(snapshot, {...options, grid: FRAME_MS});
}
