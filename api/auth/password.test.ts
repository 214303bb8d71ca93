import test from 'ava';
import {hashPassword, verifyPassword} from './password.ts';
import {passwordFault} from './password-strength.ts';

const ANA = {email: 'ana.souza@example.com', name: 'Ana Maria Souza'};

test('a password is kept as argon2id with a salt of its own, and proved by nothing else', async t => {
	const [first, second] = [await hashPassword('four words in a row'), await hashPassword('four words in a row')];
	t.not(first, second);
	t.regex(first, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
	t.true(await verifyPassword(first, 'four words in a row'));
	for (const wrong of ['Four words in a row', 'four words in a row ', '', 'x'.repeat(100_000)]) t.false(await verifyPassword(first, wrong));
	t.false(await verifyPassword(null, 'four words in a row'));
});

test('ten code points are enough, of whatever kind', t => {
	const good = [
		'four words in a row',
		'correct horse battery staple',
		'coração ávido de ação',
		'ana.souza@example.com and more',
		'minha avó dança com 3 gatos',
		'el mapa de mi ciudad roja',
		'Tr0ub4dor&3x',
		'83920174659',
		'xK9#mQ2$vL',
		'パスワードではない言葉です',
		'😀🐙🌵🎲🧭🪁🍋🛶🎻🦉',
		'ab😀🐙🌵🎲🧭🪁🍋🛶🎻',
	];
	for (const password of good) t.is(passwordFault(password, ANA), null, password);
	t.is(passwordFault('😀'.repeat(9), ANA), 'passwordShort');
	t.is(passwordFault('😀🐙🌵'.repeat(86), ANA), 'passwordLong');
	t.is(passwordFault('😀🐙🌵🎲'.repeat(64), ANA), null);
});

test('what is guessed first is refused: common passwords with anything around them, rows of keys, repetitions', t => {
	const common = [
		...['password123', 'Password123!', 'PASSWORD2026', '123password', 'p@ssw0rd123', 'P4$$w0rd2024', '!!password!!', 'passwordpassword'],
		...['1234567890', '0987654321', '123456789012345', 'qwertyuiop', 'poiuytrewq', 'qwertyuiopasdf', '1q2w3e4r5t6y', 'abcdefghijkl'],
		...[
			'aaaaaaaaaa',
			'1212121212',
			'abcabcabcabc',
			'1111111111111',
			' '.repeat(10),
			'!?!?!?!?!?',
			'😀'.repeat(10),
			'iloveyou2024',
			'football1234',
			'trustno1234!',
		],
		...['minhasenha1', 'senha12345', 'Senha@2026', 'mudar12345', 'teamo12345', 'brasil2026!', 'flamengo1981', 'deusefiel10', 'Março202620'],
		...['contraseña1', 'Contraseña2026', 'micontraseña', 'tequiero123', 'bienvenido1', 'realmadrid10', 'barcelona1899'],
	];
	for (const password of common) t.is(passwordFault(password, ANA), 'passwordCommon', password);
});

test('one’s own name and address and our name are refused, with digits, signs or a common word beside them', t => {
	const own = [
		...['ana.souza@example.com', 'ANA.SOUZA@EXAMPLE.COM', 'Ana Maria Souza', 'anamariasouza', ' ana maria souza ', 'souza.maria.ana'],
		...['anasouza1985', 'Souza-1985-ana', 's0uz4_2026!', 'example.com1', 'example2026', 'mariapassword'],
		...['roteiro2026', 'Roteiro123!', 'r0te1ro2026', 'roteiroroteiro', 'roteiro-senha', 'Roteiro password'],
	];
	for (const password of own) t.is(passwordFault(password, ANA), 'passwordPersonal', password);
	t.is(passwordFault('a maria foi ao mercado', ANA), null, 'a word of one’s own among others is none');
});

test('no passphrase of four words is refused, and the longest password is judged in no time', t => {
	const words = 'window river copper lantern meadow basket thunder velvet orchard pencil walnut harbor candle ribbon saddle pepper'.split(
		' ',
	);
	for (let i = 0; i < 2000; i++) {
		const chosen = [i, i * 7 + 3, i * 5 + 1, i * 11 + 2].map(n => words[n % words.length]);
		for (const between of [' ', '', '-'])
			t.is(passwordFault(chosen.join(between), {email: `${i}@example.org`, name: 'Rui'}), null, chosen.join(between));
	}
	const start = performance.now();
	for (let i = 0; i < 100; i++) passwordFault(`${'ab'.repeat(127)}${i % 10}`, {email: `${'a'.repeat(240)}@b.cd`, name: 'ab '.repeat(66)});
	t.true(performance.now() - start < 2000, `${performance.now() - start} ms for a hundred`);
});
