import {useEffect, useLayoutEffect, useRef, useState} from 'preact/hooks';
import type {Device} from '../session/view.ts';

/** CSS pixels. */
export type Extent = {width: number; height: number};

/** Windows that a tour is looked at in: CSS pixels. A desk's is as high as the room here lets it be. */
const WINDOWS = {desk: {width: 1280, least: 640, most: 900}, phone: {width: 390, least: 844, most: 844}};

/** Returns a device's window, and the scale at which it fits the room; `scale` if one was chosen. */
export function windowIn(room: Extent, device: Device, chosen?: number): Extent & {scale: number} {
	const {width, least, most} = WINDOWS[device];
	const fitting = Math.min(1, room.width / width, room.height / least);
	return {width, height: Math.min(most, Math.max(least, room.height / fitting)), scale: chosen ?? fitting};
}

/** Returns the box's size, and again as it changes. */
export function useRoom(box: {current: HTMLElement | null}): Extent {
	const [size, setSize] = useState({width: 0, height: 0});
	useEffect(() => {
		const watcher = new ResizeObserver(([entry]) => {
			const {width, height} = entry!.contentRect;
			setSize({width, height});
		});
		watcher.observe(box.current!);
		return () => watcher.disconnect();
	}, []);
	return size;
}

/** Keeps the highlight, else the middle of the view, in view while the scale changes. */
export function useSight(box: {current: HTMLElement | null}, scale: number): void {
	const before = useRef(scale);
	useLayoutEffect(() => {
		const by = scale / before.current;
		before.current = scale;
		const {current: seen} = box;
		if (by === 1 || !seen?.matches('.zoomed')) return;
		const mark = seen.querySelector('iframe')?.contentDocument?.querySelector('.pic .frame');
		if (mark) mark.scrollIntoView({block: 'center', inline: 'center'});
		else seen.scrollBy((seen.scrollLeft + seen.clientWidth / 2) * (by - 1), (seen.scrollTop + seen.clientHeight / 2) * (by - 1));
	}, [scale]);
}
