import test from 'ava';
import {orderByName, plainName} from './order-by-name.ts';

/** Names in the order in which their pictures were taken. */
const TAKEN: Record<string, string[]> = {
	'macOS, 12 hours': ['12.00.01', '9.58.40', '10.02.07']
		.map(time => `Screenshot 2026-11-24 at ${time}\u202fAM.png`)
		.concat(['12.59.31', '1.00.12', '1.01.55'].map(time => `Screenshot 2026-11-24 at ${time}\u202fPM.png`)),
	'macOS, 12 hours, blanks as typed': ['Screen Shot 2026-11-24 at 11.59.40 AM.png', 'Screen Shot 2026-11-24 at 1.00.12 PM.png'],
	'macOS, 24 hours': ['9.58.40', '12.59.31', '13.00.12', '13.00.12 2', '13.00.12 10'].map(
		time => `Captura de Tela 2026-11-24 às ${time}.png`,
	),
	Spanish: ['11.59.40\u202fa.\u00a0m.', '12.59.31\u202fp.\u00a0m.', '1.00.12\u202fp.\u00a0m.'].map(
		time => `Captura de pantalla 2026-11-24 a la(s) ${time}.png`,
	),
	Korean: ['오전 11.59.40', '오후 12.59.31', '오후 1.00.12'].map(time => `스크린샷 2026-11-24 ${time}.png`),
	Japanese: ['午前11.59.40', '午後12.59.31', '午後1.00.12'].map(time => `スクリーンショット 2026-11-24 ${time}.png`),
	Chinese: ['上午11.59.40', '下午12.59.31', '下午1.00.12'].map(time => `截屏2026-11-24 ${time}.png`),
	Greek: ['11.59.40 π.μ.', '12.59.31 μ.μ.', '1.00.12 μ.μ.'].map(time => `Στιγμιότυπο 2026-11-24, ${time}.png`),
	Arabic: ['١١.٥٩.٤٠ ص', '١٢.٥٩.٣١ م', '١.٠٠.١٢ م'].map(time => `لقطة شاشة ٢٠٢٦-١١-٢٤ في ${time}.png`),
	'days first': ['30.09.2026 um 13.00.12', '01.10.2026 um 9.00.12', '24.11.2026 um 9.00.12'].map(time => `Bildschirmfoto ${time}.png`),
	'months first': ['9_30_2026 1_00_12 PM', '10_1_2026 9_00_12 AM', '10_1_2026 12_00_12 PM'].map(time => `Notes ${time}.png`),
	'Snipping Tool': ['Screenshot 2026-11-24 095840.png', 'Screenshot 2026-11-24 130012.png', 'Screenshot 2026-11-24 130012 (2).png'],
	Windows: ['Screenshot (2).png', 'Screenshot (10).png'],
	GNOME: ['09-58-40', '13-00-12', '13-00-12-1'].map(time => `Screenshot from 2026-11-24 ${time}.png`),
	Android: ['Screenshot_20261124-095840.png', 'Screenshot_20261124-130012_Chrome.png', 'Screenshot_20261124-130013_Anki.png'],
	iPhone: ['IMG_0099.PNG', 'IMG_0100.PNG', 'IMG_1000.PNG'],
	CleanShot: ['9.58.40', '13.00.12', '13.00.12 2'].map(time => `CleanShot 2026-11-24 at ${time}@2x.png`),
	Flameshot: ['2026-11-24_09-58.png', '2026-11-24_13-00.png', '2026-11-24_13-00_1.png'],
	WhatsApp: ['9.58.40 AM', '1.00.12 PM', '1.00.12 PM (1)', '1.00.12 PM (2)'].map(time => `WhatsApp Image 2026-11-24 at ${time}.jpeg`),
	'several tools': [
		'Screenshot from 2026-11-24 09-58-40.png',
		'CleanShot 2026-11-24 at 10.00.00.png',
		'Screenshot 2026-11-24 at 1.00.12\u202fPM.png',
	],
	'numbers that somebody gave': ['1 Screenshot 2026-11-24 at 13.00.12.png', '2 Screenshot 2026-11-24 at 9.58.40.png', '10.png'],
	GoFullPage: [
		'screencapture-localhost-3000-orders-2026-11-24-09_58_40.png',
		'screencapture-localhost-3000-customers-17-2026-11-24-10_00_12.png',
		'screencapture-localhost-3000-orders-2026-11-24-13_00_12.png',
	],
	'numbers behind words': [
		'Passo 1 - Captura de Tela 2026-11-24 às 13.00.12.png',
		'Passo 2 - Captura de Tela 2026-11-24 às 09.58.40.png',
		'Tela nova 3 2026-11-24 09.58.40.png',
	],
	'folders in each other': [
		'/shots/Screenshot 2026-11-24 at 9.58.40 AM.png',
		'/shots/Screenshot 2026-11-24 at 1.00.12 PM.png',
		'/shots/2026-11-23/Screenshot 2026-11-23 at 9.00.00 AM.png',
		'/shots/2026-11-23/Screenshot 2026-11-23 at 1.00.00 PM.png',
		'/shots/part 2/2.png',
		'/shots/part 2/10.png',
		'/shots/part 10/1.png',
	],
	'beside others': ['cover.png', 'Screenshot 2026-11-24 at 9.58.40 AM.png', 'Screenshot 2026-11-24 at 1.00.12 PM.png', 'zoom.png'],
	'plain names': ['a.png', 'a-2.png', 'a-10.png', 'b.png'],
};

for (const [system, names] of Object.entries(TAKEN)) {
	test(`${system}: pictures come in the order in which they were taken`, t => {
		t.deepEqual(
			orderByName(names, name => name),
			names,
		);
		t.deepEqual(
			orderByName([...names].reverse(), name => name),
			names,
		);
		t.deepEqual(
			orderByName(
				[...names.slice(1), names[0]!].map(name => name.normalize('NFD')),
				name => name,
			),
			names.map(name => name.normalize('NFD')),
		);
	});
}

test('a name is the same with other blanks and other composition', t => {
	t.is(plainName('Tela\u00a01\u202fPM ação.png'.normalize('NFD')), plainName('Tela 1 PM ação.png'));
	t.not(plainName('acao.png'), plainName('ação.png'));
});
