import {execFile} from 'node:child_process';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {readConfig} from '../../shared/config/config.ts';
import {voiceId} from '../../workers/providers/voice/provider.ts';
import {startService} from '../helpers/service.ts';
import type {Measured} from './benches.ts';
import {median, ms, percentile, sized, timed} from './figures.ts';

const ROUNDS = sized(20, 4);
const WARM_UP = sized(3, 1);
/** One for each round: ba, be, bi … */
const ROUND_WORDS = [...'bdfglm'].flatMap(consonant => [...'aeiou'].map(vowel => consonant + vowel));
const GOAL = 1.2;
const GOAL_MS = 100;
/** 300 characters each. */
const TEXTS = {
	'espeak-ng:pt-br':
		'Abra o menu de configurações no canto superior direito e escolha Membros. Digite o endereço da pessoa que você quer convidar, selecione a função Editor e clique em Enviar convite. Ela receberá uma mensagem com um link válido por sete dias. Você pode cancelar o convite a qualquer momento nesta página.',
	'flite:slt':
		'Open the settings menu in the top right corner and choose Members. Type the address of the person that you want to invite, pick the role Editor, and press Send invitation. They will get a message with a link that is valid for seven days. You can take the invitation back at any time from that page.',
};
const run = promisify(execFile);

/** The call for a narration of 300 characters, from request to respond, against the bare engine and a bare ffmpeg that makes an MP3 of what it said. */
export async function benchNarration(): Promise<Measured[]> {
	const {espeakNg, ffmpeg} = readConfig();
	const service = await startService({NARRATION_MINUTES_PER_MONTH: '100000'}, {also: ['audio']});
	const ana = await service.client();
	const tour = (await ana('POST', '/v1/tours', {body: {name: 'Bench'}})).body.tour.id;
	const {step} = (await ana('POST', `/v1/tours/${tour}/steps`, {body: {type: 'slide'}})).body;
	const folder = await mkdtemp(join(tmpdir(), 'roteiro-bench-narration-'));
	const mp3 = '-ac 1 -b:a 64k -ar 44100 -y out.mp3';
	const shell = (command: string) => run('/bin/sh', ['-c', command], {cwd: folder});
	const bare = {
		'espeak-ng:pt-br': () => shell(`${espeakNg} -v pt-br -f text.txt --stdout | ${ffmpeg} -v error -i pipe:0 ${mp3}`),
		'flite:slt': () => shell(`${ffmpeg} -v error -nostdin -f lavfi -i flite=textfile=text.txt:voice=slt ${mp3}`),
	};

	const measured: Measured[] = [];
	try {
		for (const key of ['espeak-ng:pt-br', 'flite:slt'] as const) {
			const language = key === 'flite:slt' ? 'en' : 'pt';
			const narrate = async (text: string) => {
				const body = {text, language, voice: voiceId(`local:${key}`)};
				const {status, body: response} = await ana('POST', `/v1/tours/${tour}/steps/${step.id}/narration`, {body});
				if (status !== 201 || response.narration.reused)
					throw new Error(`The call answered ${status} ${response.message ?? 'with what was there'}.`);
			};
			const ours: number[] = [];
			const theirs: number[] = [];
			for (let round = -WARM_UP; round < ROUNDS; round++) {
				// What was spoken once is not spoken again: each round has a first word of its own, of one length.
				const text = `${ROUND_WORDS[round + WARM_UP]} ${TEXTS[key]}`;
				await writeFile(join(folder, 'text.txt'), text);
				const times = {ours: await timed(() => narrate(text)), bare: await timed(bare[key])};
				if (round < 0) continue;
				ours.push(times.ours);
				theirs.push(times.bare);
			}
			const allowed = GOAL * median(theirs) + GOAL_MS;
			measured.push({
				what: `call for narration of ${[...TEXTS[key]].length} characters by ${key}`,
				ours: `${ms(median(ours))} (p95 ${ms(percentile(ours, 0.95))})`,
				bare: ms(median(theirs)),
				ratio: median(ours) / median(theirs),
				goal: `<= ${GOAL}x + ${GOAL_MS} ms = ${ms(allowed)}`,
				met: median(ours) <= allowed,
			});
		}
	} finally {
		await service.stop();
		await rm(folder, {recursive: true, force: true});
	}
	return measured;
}
