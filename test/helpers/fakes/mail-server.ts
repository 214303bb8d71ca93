import type {AddressInfo} from 'node:net';
import {setTimeout as sleep} from 'node:timers/promises';
import {SMTPServer} from 'smtp-server';

export type Message = {from: string; to: string; subject: string; text: string; raw: string; link: string | null};
export type MailServer = {
	url: string;
	server: SMTPServer;
	/** What arrived for an address, oldest first. */
	messages(to: string): Message[];
	/** The message with this subject, once `count` of them have arrived. */
	waitFor(to: string, subject: string, count?: number): Promise<Message>;
	/** Refuses recipients from now on, for good or for a while, or no longer. */
	refuse(reason: string | null, responseCode?: number): void;
	/** How often a recipient was named. */
	asked(): number;
};

const PATIENCE_MS = 15_000;

/** A mail server that keeps what it is given. It speaks SMTP over a socket, as any other. */
export async function openMailServer(): Promise<MailServer> {
	const received: Message[] = [];
	let rejection: {reason: string; responseCode: number} | null = null;
	let asked = 0;
	const server = new SMTPServer({
		authOptional: true,
		allowInsecureAuth: true,
		onAuth: ({username}, _session, done) => done(null, {user: username ?? ''}),
		disabledCommands: ['STARTTLS'],
		onRcptTo({address}, _session, done) {
			asked++;
			done(rejection ? Object.assign(new Error(`${rejection.reason} <${address}>`), {responseCode: rejection.responseCode}) : null);
		},
		async onData(stream, session, done) {
			const chunks: Buffer[] = [];
			for await (const chunk of stream) chunks.push(chunk);
			const raw = Buffer.concat(chunks).toString();
			received.push({...read(raw), to: session.envelope.rcptTo[0]!.address});
			done();
		},
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	const {port} = server.server.address() as AddressInfo;
	const messages = (to: string) => received.filter(message => message.to.toLowerCase() === to.toLowerCase());
	return {
		url: `smtp://127.0.0.1:${port}`,
		server,
		messages,
		refuse(reason, responseCode = 550) {
			rejection = reason === null ? null : {reason, responseCode};
		},
		asked: () => asked,
		async waitFor(to, subject, count = 1) {
			const deadline = Date.now() + PATIENCE_MS;
			for (;;) {
				const found = messages(to).filter(message => message.subject === subject);
				if (found.length >= count) return found[0]!;
				if (Date.now() > deadline) throw new Error(`${count} of "${subject}" did not arrive for ${to}.`);
				await sleep(50);
			}
		},
	};
}

export function closeMailServer({server}: MailServer): Promise<void> {
	return new Promise(resolve => server.close(() => resolve()));
}

/** As much of a message as the tests look at: its text part, decoded. */
function read(raw: string): Omit<Message, 'to'> {
	const header = (name: string) => new RegExp(`^${name}: (.*(?:\r\n[ \t].*)*)`, 'im').exec(raw)?.[1]?.replace(/\r\n[ \t]/g, ' ') ?? '';
	const [, head = '', body = ''] = /(Content-Type: text\/plain[\s\S]*?)\r\n\r\n([\s\S]*?)\r\n--/.exec(raw) ?? [];
	const bytes = /base64/i.test(head) ? Buffer.from(body, 'base64') : Buffer.from(unquoted(body), 'latin1');
	const text = bytes.toString('utf8');
	return {from: header('From'), subject: decodeWords(header('Subject')), text, raw, link: /https?:\/\/\S+/.exec(text)?.[0] ?? null};
}

function unquoted(text: string): string {
	return text.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function decodeWords(text: string): string {
	return text.replace(/=\?UTF-8\?(Q|B)\?([^?]*)\?=\s*/gi, (_, kind: string, word: string) =>
		kind.toUpperCase() === 'B'
			? Buffer.from(word, 'base64').toString()
			: Buffer.from(unquoted(word.replaceAll('_', ' ')), 'latin1').toString(),
	);
}
