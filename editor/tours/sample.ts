import {m} from '../messages/index.ts';
import {client} from '../shell/session-data.ts';
import {createEmpty} from './create-tour.ts';
import {uploadPicture} from './upload.ts';

/** A tour to look at, made in the browser and by the same operations as every other one: pictures of an application that does not exist. */

const [WIDTH, HEIGHT] = [1440, 900];
type Draw = (pen: CanvasRenderingContext2D) => void;
/** Pixels of the pictures. */
const MENU = {x: 24, y: 232, width: 232, height: 48};
const INVITE = {x: 1228, y: 110, width: 164, height: 48};
const SEND = {x: 806, y: 532, width: 194, height: 48};

/** Makes the sample and returns its id. */
export async function createSample(): Promise<string> {
	const {name, steps} = m.sample;
	const pictures: Draw[] = [pen => application(pen, 0), pen => application(pen, 2), dialog];
	const marks = [MENU, INVITE, SEND];
	const media = await Promise.all(pictures.map(async (draw, index) => uploadPicture(await drawn(draw, `sample-${index + 1}.png`))));
	const id = await createEmpty(name);
	const [opening, ...others] = steps;
	await client.call('POST /tours/{id}/steps', {id, type: 'slide', title: opening![0]!, text: opening![1]!});
	for (const [index, [title, text]] of others.entries()) {
		const {x, y, width, height} = marks[index]!;
		const highlight = {x: x / WIDTH, y: y / HEIGHT, width: width / WIDTH, height: height / HEIGHT};
		const click = {x: (x + width / 2) / WIDTH, y: (y + height / 2) / HEIGHT};
		const image = {mediaId: media[index]!.mediaId};
		await client.call('POST /tours/{id}/steps', {id, title, text, alt: `${m.sample.app}: ${title}`, image, highlight, click});
	}
	return id;
}

async function drawn(draw: Draw, name: string): Promise<File> {
	const canvas = new OffscreenCanvas(WIDTH, HEIGHT);
	draw(canvas.getContext('2d') as unknown as CanvasRenderingContext2D);
	return new File([await canvas.convertToBlob({type: 'image/png'})], name, {type: 'image/png'});
}

function box(pen: CanvasRenderingContext2D, color: string, x: number, y: number, width: number, height: number, radius = 8): void {
	pen.fillStyle = color;
	pen.beginPath();
	pen.roundRect(x, y, width, height, radius);
	pen.fill();
}

function words(pen: CanvasRenderingContext2D, text: string, x: number, y: number, {size = 17, color = '#22262e', weight = 500} = {}): void {
	pen.font = `${weight} ${size}px Inter, system-ui, sans-serif`;
	pen.fillStyle = color;
	pen.fillText(text, x, y);
}

/** The application with this entry of its menu chosen. */
function application(pen: CanvasRenderingContext2D, chosen: number): void {
	box(pen, '#f4f5f8', 0, 0, WIDTH, HEIGHT, 0);
	box(pen, '#ffffff', 0, 0, 280, HEIGHT, 0);
	box(pen, '#3757d6', 32, 32, 32, 32, 9);
	words(pen, m.sample.app, 78, 55, {size: 19, weight: 650});
	for (const [index, entry] of m.sample.menu.entries()) {
		const y = MENU.y - 2 * 56 + index * 56;
		if (index === chosen) box(pen, '#e8edfd', MENU.x, y, MENU.width, MENU.height);
		box(pen, index === chosen ? '#3757d6' : '#b6bccb', MENU.x + 18, y + 16, 16, 16, 5);
		words(pen, entry, MENU.x + 50, y + 30, {color: index === chosen ? '#2443bd' : '#4a5160'});
	}
	words(pen, m.sample.menu[chosen]!, 328, 144, {size: 34, weight: 650});
	if (chosen === 2) {
		box(pen, '#3757d6', INVITE.x, INVITE.y, INVITE.width, INVITE.height);
		pen.textAlign = 'center';
		words(pen, m.sample.invite, INVITE.x + INVITE.width / 2, INVITE.y + 30, {color: '#ffffff', weight: 600});
		pen.textAlign = 'start';
	}
	people(pen);
}

function people(pen: CanvasRenderingContext2D): void {
	const names = ['Ana Ribeiro', 'Bruno Costa', 'Carla Nunes', 'Diego Prado', 'Elisa Moura', 'Fábio Lima'];
	box(pen, '#ffffff', 328, 196, 1064, names.length * 92 + 16, 14);
	for (const [index, name] of names.entries()) {
		const y = 212 + index * 92;
		if (index > 0) box(pen, '#eceef3', 352, y, 1016, 1, 0);
		box(pen, ['#f3c6a5', '#b9d7c2', '#c5c8f0', '#f0c5d6', '#cfe3ee', '#e5d9b6'][index]!, 360, y + 22, 48, 48, 24);
		words(pen, name, 432, y + 43, {weight: 600});
		words(pen, `${name.split(' ')[0]!.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')}@example.com`, 432, y + 67, {
			size: 15,
			color: '#747b8b',
		});
		box(pen, '#eef1f6', 1240, y + 32, 112, 30, 15);
	}
}

function dialog(pen: CanvasRenderingContext2D): void {
	application(pen, 2);
	box(pen, '#1a1d26aa', 0, 0, WIDTH, HEIGHT, 0);
	box(pen, '#ffffff', 440, 272, 600, 348, 18);
	words(pen, m.sample.invite, 480, 336, {size: 28, weight: 650});
	words(pen, m.sample.email, 480, 392, {size: 15, color: '#5b6271', weight: 600});
	box(pen, '#c9cedb', 480, 406, 520, 56, 9);
	box(pen, '#ffffff', 482, 408, 516, 52, 8);
	words(pen, 'gabi@example.com', 500, 441);
	box(pen, '#3757d6', SEND.x, SEND.y, SEND.width, SEND.height);
	pen.textAlign = 'center';
	words(pen, m.sample.send, SEND.x + SEND.width / 2, SEND.y + 30, {color: '#ffffff', weight: 600});
	pen.textAlign = 'start';
}
