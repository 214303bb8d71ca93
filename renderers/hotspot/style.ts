import {FADE_MS, HOLD_MS, MOVE_MS, RISE} from '../../shared/tour/pace.ts';
import {GAP, POINTER, PRESS, PULSE, RADIUS, RINGS, SPOT, tipInset, WAVE} from './hotspot.ts';

/** The hot spot as the player draws it: `.ring` is the highlight, `.hot` what pulses, `.hand` the pointer in the ring. */
export function hotspotStyle(): string {
	const shadows = RINGS.map(({to, color}) => `0 0 0 ${to}px var(--${dashed(color)})`);
	const waves = PULSE.map(
		({from, to, color}, index) =>
			`.hot:${index ? 'after' : 'before'}{inset:calc(-${from}px - var(--spot,0px));outline:${to - from}px solid var(--${dashed(color)})}`,
	);
	return `.ring{margin:-${GAP}px;border-radius:${RADIUS}px;box-shadow:${shadows.join()},0 0 0 200vmax var(--shade,#0000)}
.hot:before,.hot:after{content:"";position:absolute;border-radius:inherit}
${waves.join('\n')}
.ring + .hot{--spot:${SPOT - PULSE[0]!.from}px;border-radius:50%}
.hand{position:absolute;left:${tipInset('var(--q0)')};top:${tipInset('var(--q1)')};width:${POINTER.size}px;height:${POINTER.size}px;fill:#fff;stroke:#000;transform-origin:0 0}`;
}

/**
 * Animations of the hot spot, for visitors who allow motion: rings, the press of the pointer, the words.
 * The script moves the pointer to its place.
 */
export function hotspotMotion(): string {
	const {seen, arrives, presses, lifts, leaves, depth} = PRESS;
	return `@media (prefers-reduced-motion: no-preference){
.hot:before,.hot:after{animation:wave ${WAVE.ms}ms ${WAVE.delayMs}ms infinite}
.hand{display:block;animation:press ${PRESS.ms}ms both}
.was{animation:fade ${FADE_MS}ms both}
.balloon{animation:rise ${RISE.ms}ms var(--t,${HOLD_MS}ms) both}
.near{--t:${HOLD_MS + MOVE_MS}ms}
.step:has(.hand){--t:${Math.round(PRESS.ms * lifts)}ms}
.next :is(.balloon,.hand,.hot::before,.hot::after){animation-play-state:paused}}
@keyframes wave{${percent(WAVE.share)},to{outline-offset:${WAVE.travel}px;opacity:0}}
@keyframes rise{0%{opacity:0;translate:0 ${RISE.by}px}${percent(RISE.at)}{opacity:${RISE.seen};translate:0}}
@keyframes press{0%,to{opacity:0}${percent(seen)},${percent(leaves)}{opacity:1}${percent(arrives)},${percent(lifts)}{scale:1}${percent(presses)}{scale:${depth}}}
@keyframes fade{to{display:none;opacity:0;visibility:hidden}}`;
}

function dashed(name: string): string {
	return name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
}

function percent(share: number): string {
	return `${Math.round(share * 100)}%`;
}
