import type {Agent} from '../../helpers/mcp.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test says by its assertions what a body is.
type Body = any;
export type Call = [tool: string, input: Record<string, unknown>];

/** What an agent has before it errs: two tours, the first with steps on screenshots, the second empty. */
export type Scene = {
	id: string;
	stepIds: string[];
	empty: string;
	/** 1440 x 900, without words, and one with the word COMMENTS at two places. */
	mediaId: string;
	read: string;
	png: string;
	/** Uploads the picture to the URL that a response brought; returns its mediaId. */
	put(url: string): Promise<string>;
};

/** A mistake, the field that its response must name and what it must say; what is to be sent next comes out of that response alone. */
export type Mistake = {
	what: string;
	call(scene: Scene): Call;
	field: string;
	says: RegExp;
	/** True where the call is carried out and a warning says what was probably not meant. */
	isDone?: boolean;
	mend(response: Mistaken, scene: Scene, agent: Agent): Call | Promise<Call>;
};

/** What was sent and what came back: `fault` is the one of the named field, `hint` its hint or, of a warning, its message. */
export type Mistaken = {input: Record<string, unknown>; body: Body; hint: string};

export const step = ({id, stepIds}: Scene) => ({id, stepId: stepIds[0]!});
/** The fractions that the hints of all faults name, as highlight or click. */
export const fractions = (body: Body, from: string) => {
	const shape: Record<string, number> = {};
	for (const {field, hint} of body.errors)
		if (field.startsWith(from)) shape[field.slice(from.length)] = Number(/ = ([\d.]+)\.$/.exec(hint)![1]);
	return shape;
};
export const first = (hint: string, pattern: RegExp) => pattern.exec(hint)![1]!;
/** The next call is the tool that the hint names; the picture goes to the URL that it returns. */
export const uploaded = async ({hint, input}: Mistaken, scene: Scene, agent: Agent): Promise<Call> => {
	const tool = first(hint, /(upload_media)/);
	const {upload} = (await agent.call(tool, {})).body;
	return ['add_step', {...input, image: {mediaId: await scene.put(upload.url)}}];
};
