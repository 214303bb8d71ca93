import sharp, {type Sharp} from 'sharp';

type Colour = [red: number, green: number, blue: number];

/** A page of settings as an application of today shows it, 2560 x 1600, words as bars; `index`: one of three states. */
function draw(index: number): Sharp {
	const [width, height] = [2560, 1600];
	const data = Buffer.alloc(width * height * 3, 0xf8);
	const box = (left: number, top: number, wide: number, high: number, [red, green, blue]: Colour) => {
		const row = Buffer.alloc(wide * 3);
		for (let at = 0; at < wide; at++) row.set([red, green, blue], at * 3);
		for (let y = top; y < top + high; y++) row.copy(data, (y * width + left) * 3);
	};
	box(0, 0, width, 120, [30, 41, 59]);
	box(48, 44, 220, 32, [255, 255, 255]);
	box(0, 120, 480, height - 120, [255, 255, 255]);
	for (let item = 0; item < 5; item++) {
		if (item === (index === 0 ? 0 : 2)) box(48, 200 + item * 96, 384, 80, [224, 231, 255]);
		box(80, 228 + item * 96, 160 + ((item * 53) % 90), 24, [51, 65, 85]);
	}
	box(560, 276, 420, 44, [15, 23, 42]);
	for (const field of [0, 1]) {
		box(560, 416 + field * 136, 120, 20, [100, 116, 139]);
		box(560, 456 + field * 136, 1040, 88, [203, 213, 225]);
		box(563, 459 + field * 136, 1034, 82, [255, 255, 255]);
		if (index > 0) box(592, 488 + field * 136, 300 + field * 80, 24, [15, 23, 42]);
	}
	box(560, 732, 320, 88, [79, 70, 229]);
	box(620, 764, 200, 24, [255, 255, 255]);
	return sharp(data, {raw: {width, height, channels: 3}});
}

const made = new Map<string, Promise<Buffer>>();

/** The page as a file, packed once. */
export function appScreen(index: number, format: 'png' | 'webp'): Promise<Buffer> {
	const name = `${index}.${format}`;
	if (!made.has(name)) made.set(name, format === 'png' ? draw(index).png().toBuffer() : draw(index).webp({effort: 0}).toBuffer());
	return made.get(name)!;
}
