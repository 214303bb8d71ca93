import test from 'ava';
import {titleFrom} from './names.ts';

test('a title loses the number that orders its file, and no digit of its name', t => {
	for (const [file, title] of [
		['02-fill_in.png', 'Fill in'],
		['01-2fa-login.png', '2fa login'],
		['02-3d-view.png', '3d view'],
		['03-404-page.png', '404 page'],
		['06-20mp.png', '20mp'],
		['2fa.png', '2fa'],
		['2-step-login.png', 'Step login'],
		['1.2 Log in.png', 'Log in'],
		['_01_ menu.png', 'Menu'],
		['2026-05-01 10.22.33 cart.png', 'Cart'],
		['20260501-102233-cart.png', 'Cart'],
		['2026-05-01.png', ''],
		['003.png', ''],
		['screens/10 日本.png', '日本'],
		['2024 roadmap', 'Roadmap'],
	] as const)
		t.is(titleFrom(file), title, file);
});
