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

/** What moves, for whoever likes that. */
export function hotspotMotion(): string {
	const {arrives, presses, lifts, leaves, depth, from} = PRESS;
	return `@media (prefers-reduced-motion: no-preference){
.hot:before,.hot:after{animation:wave ${WAVE.ms}ms ${WAVE.delayMs}ms infinite}
.hand{display:block;animation:press ${PRESS.ms}ms both}}
@keyframes wave{${percent(WAVE.share)},to{outline-offset:${WAVE.travel}px;opacity:0}}
@keyframes press{0%{opacity:0;translate:${from.x}px ${from.y}px}${percent(arrives)}{translate:0}${percent(presses)}{scale:${depth}}
${percent(lifts)}{scale:1}${percent(arrives)},${percent(leaves)}{opacity:1}to{opacity:0}}`;
}

function dashed(name: string): string {
	return name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
}

function percent(share: number): string {
	return `${Math.round(share * 100)}%`;
}
