import type {Fault} from '../../shared/contract/error.ts';

/** Beyond this a coordinate was not meant as a fraction. What lies between 1 and this is clamped, as everywhere. */
const SURELY_PIXELS = 1.5;
const AXES = {x: 'width', width: 'width', y: 'height', height: 'height'} as const;

export type Size = {width: number; height: number};

/** Coordinates that were measured in pixels; with the image's size the hints name the fractions. */
export function pixelFaults(input: Record<string, unknown>, size: Size | null = null): Fault[] {
	return ['highlight', 'click'].flatMap(shape => {
		const given = input[shape];
		if (typeof given !== 'object' || given === null) return [];
		return Object.entries(AXES).flatMap(([name, side]) => {
			const value = (given as Record<string, unknown>)[name];
			if (typeof value !== 'number' || !(value > SURELY_PIXELS)) return [];
			return [{field: `${shape}.${name}`, message: `${value} looks like pixels.`, hint: hint(value, side, size)}];
		});
	});
}

function hint(value: number, side: 'width' | 'height', size: Size | null): string {
	if (!size) return `Looks like pixels: divide by the image's ${side} in pixels. Coordinates are fractions of the image, 0..1.`;
	const fraction = Math.min(1, value / size[side]).toFixed(4);
	return `Looks like pixels: divide by the image's ${side} ${size[side]}. ${value} / ${size[side]} = ${fraction}.`;
}
