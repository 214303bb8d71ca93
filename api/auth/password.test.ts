import test from 'ava';
import {hashPassword, passwordFault, verifyPassword} from './password.ts';

const ANA = {email: 'ana.souza@example.com', name: 'Ana Maria Souza'};

test('a password is kept as argon2id with a salt of its own, and proved by nothing else', async t => {
	const [first, second] = [await hashPassword('four words in a row'), await hashPassword('four words in a row')];
	t.not(first, second);
	t.regex(first, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
	t.true(await verifyPassword(first, 'four words in a row'));
	for (const wrong of ['Four words in a row', 'four words in a row ', '', 'x'.repeat(100_000)]) t.false(await verifyPassword(first, wrong));
	t.false(await verifyPassword(null, 'four words in a row'));
});

test('ten code points are enough, of whatever kind; the own name and address are not', t => {
	for (const good of ['aaaaaaaaaa', '1234567890', ' '.repeat(10), '😀'.repeat(10), 'ana.souza@example.com and more']) {
		t.is(passwordFault(good, ANA), null, good);
	}
	t.is(passwordFault('😀'.repeat(9), ANA), 'passwordShort');
	t.is(passwordFault('😀'.repeat(257), ANA), 'passwordLong');
	t.is(passwordFault('😀'.repeat(256), ANA), null);
	for (const own of ['ana.souza@example.com', 'ANA.SOUZA@EXAMPLE.COM', 'Ana Maria Souza', 'anamariasouza', ' ana maria souza ']) {
		t.is(passwordFault(own, ANA), 'passwordPersonal', own);
	}
});
