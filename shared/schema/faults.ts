import type {ErrorObject} from 'ajv';
import type {Fault} from '../contract/error.ts';
import {LIMITS, NOT_BLANK} from '../contract/limits.ts';
import {primaryLanguage} from '../contract/page-language.ts';
import {nearest} from '../nearest.ts';
import {canonicalLanguage, likelyLanguage} from '../tour/language/language-tag.ts';
import {isHttpsUrl} from '../tour/urls.ts';

/** The most characters of one name that a fault's path shows. */
const NAME_SHOWN = 100;
/** Most properties of an object that a hint names if something else was sent. */
const SHAPE_SHOWN = 12;

/** `unnamed` properties are left out of hints. `inFile`: keys of the file itself, whose author gets simpler words. */
type Wording = {unnamed?: readonly string[]; inFile?: readonly string[]};

/** Formats of ours, beside those of JSON Schema. */
export const FORMATS: Record<string, (text: string) => boolean> = {
	'https-url': isHttpsUrl,
	'language-tag': tag => canonicalLanguage(tag) !== null,
};

/** Turns a validator's errors into faults, 100 at most, each saying what would be right. */
export function faultsFrom(errors: readonly ErrorObject[], wording: Wording = {}): Fault[] {
	return errors
		.filter(error => !SAID_ELSEWHERE.has(error.keyword) && !isChoiceOfAnotherType(error))
		.slice(0, LIMITS.faults)
		.map(error => ({field: fieldOf(error), ...wordsFor(error, wording)}));
}

/** Keywords whose fault adds nothing to the faults of the schemas inside. */
const SAID_ELSEWHERE = new Set(['anyOf', 'if', 'propertyNames']);

/** True for the type fault of a choice: the list of choices shows the type already. */
function isChoiceOfAnotherType({keyword, parentSchema}: ErrorObject): boolean {
	return keyword === 'type' && parentSchema?.enum !== undefined;
}

/** `/steps/0/highlight/x` as `steps[0].highlight.x`. */
function fieldOf(error: ErrorObject): string {
	const parts = error.instancePath
		.split('/')
		.slice(1)
		.map(part => part.replaceAll('~1', '/').replaceAll('~0', '~').slice(0, NAME_SHOWN));
	const {missingProperty, additionalProperty} = error.params as {missingProperty?: string; additionalProperty?: string};
	const name = missingProperty ?? additionalProperty ?? error.propertyName;
	if (name !== undefined) parts.push(name.slice(0, NAME_SHOWN));
	return parts.reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path ? `${path}.${part}` : part), '');
}

function wordsFor(error: ErrorObject, {unnamed = [], inFile}: Wording): {message: string; hint: string} {
	const {params, parentSchema} = error as {params: Record<string, unknown>; parentSchema?: Described};
	const meaning = parentSchema?.description ?? '';
	switch (error.keyword) {
		case 'type':
			return {
				message: `Must be ${wantedType(params.type)}, not ${article(kindOf(error.data))}.`,
				hint: `${meaning}${shapeOf(parentSchema, unnamed)}`.trim() || `Send ${wantedType(params.type)}.`,
			};
		case 'required':
			return {message: 'Is missing.', hint: describedProperty(parentSchema, String(params.missingProperty))};
		case 'additionalProperties':
			return {
				message: inFile ? 'Is an unknown key.' : 'Is not a property of this object.',
				hint: known(
					[...(error.instancePath === '' ? (inFile ?? []) : []), ...Object.keys(parentSchema?.properties ?? {})],
					unnamed,
					String(params.additionalProperty),
				),
			};
		case 'enum':
			return {message: 'Is not one of the allowed values.', hint: choiceHint(params.allowedValues as unknown[], error.data)};
		case 'format':
		case 'pattern':
			if (params.pattern === NOT_BLANK) return {message: 'Is blank.', hint: `At least one character that can be seen. ${meaning}`.trim()};
			return {message: 'Does not have the right form.', hint: [likelyForm(error), meaning].filter(Boolean).join(' ')};
		case 'maxItems':
			return {message: `Has more than ${params.limit} items.`, hint: `At most ${params.limit} items. ${meaning}`.trim()};
		case 'maxProperties':
			return {message: `Has more than ${params.limit} properties.`, hint: meaning || 'Send only the properties that it knows.'};
		case 'maxLength':
			return {message: `Has more than ${params.limit} characters.`, hint: `${lengthHint(error)} ${meaning}`.trim()};
		case 'minLength':
			return {message: `Has fewer than ${params.limit} characters.`, hint: `At least ${params.limit}. ${meaning}`.trim()};
		case 'minimum':
		case 'maximum':
			return {message: `Must be ${params.comparison} ${params.limit}.`, hint: meaning || rangeOf(parentSchema)};
		default:
			return {message: `Does not fit: ${error.message}.`, hint: meaning};
	}
}

function lengthHint({params, data, instancePath}: ErrorObject): string {
	const isData = instancePath.endsWith('/url') && /^data:/i.test(String(data));
	return isData ? 'Send a data: string as base64 instead of url.' : `At most ${params.limit} characters.`;
}

/** Describes the properties of an object, for callers who send something else: a list instead of a rectangle. */
function shapeOf(schema: Shape | undefined, unnamed: readonly string[]): string {
	const properties = schema?.properties ?? schema?.then?.properties ?? {};
	const names = Object.keys(properties).filter(name => !unnamed.includes(name));
	return names.length > 0 && names.length <= SHAPE_SHOWN ? ` An object: {${names.join(', ')}}.` : '';
}

type Described = Bounds & {description?: string; properties?: object};
type Bounds = {minimum?: number; maximum?: number};

/** A schema's properties, which `boundsFirst` may have moved into `then`. */
type Shape = {properties?: object; then?: {properties?: object}};

/** Names the wanted type without `null`, which is only for removing a value. */
function wantedType(type: unknown): string {
	const [first] = [type].flat().filter(name => name !== 'null');
	return article(String(first));
}

/** Lists the choices and the one that was probably meant: `pt_BR` as pt-BR, `Left` as left, `pt` as pt-BR. */
function choiceHint(allowed: unknown[], given: unknown): string {
	const choices = allowed.filter(value => value !== null).map(String);
	const plain = (text: string) => text.toLowerCase().replaceAll(/[-_\s]/g, '');
	const wanted = typeof given === 'string' ? plain(given.slice(0, NAME_SHOWN)) : '';
	const likely = choices.find(choice => plain(choice) === wanted) ?? choices.find(choice => wanted.length > 1 && likelyOf(choice, given));
	return `${likely ? `Send ${likely}. ` : ''}One of ${choices.join(', ')}.`;
}

/** True if the choice is the given language with a country, or with another one. */
function likelyOf(choice: string, given: unknown): boolean {
	return primaryLanguage(choice) === primaryLanguage(String(given));
}

/** Says how a value of this format is written; of a language tag, the one that was probably meant. */
function likelyForm({params, data}: ErrorObject): string {
	if (params.format === 'date') return 'A day is written YYYY-MM-DD.';
	if (params.format === 'https-url') return 'It begins with https:// and has a host, and neither blanks nor a user or password.';
	if (params.format !== 'language-tag') return '';
	const likely = likelyLanguage(String(data));
	return likely ? `Send ${likely}.` : 'A tag such as en or pt-BR.';
}

/** The numbers that are allowed, for a schema without words of its own. */
function rangeOf({minimum, maximum}: Bounds = {}): string {
	if (minimum === undefined) return `At most ${maximum}.`;
	return maximum === undefined ? `At least ${minimum}.` : `From ${minimum} to ${maximum}.`;
}

function known(names: string[], unnamed: readonly string[], given: string): string {
	const named = names.filter(name => !unnamed.includes(name));
	const near = nearest(given, named);
	const meant = near === null ? '' : `Did you mean "${near}"? `;
	return named.length > 0 ? `${meant}Known: ${named.join(', ')}.` : 'It takes no properties.';
}

function describedProperty(schema: {properties?: object} | undefined, name: string): string {
	const properties = schema?.properties as Record<string, {description?: string}> | undefined;
	return properties?.[name]?.description ?? `Add ${name}.`;
}

function kindOf(value: unknown): string {
	if (value === null) return 'null';
	// JSON has no word for it: a number such as 1e400 is read so.
	if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) return 'Infinity';
	return Array.isArray(value) ? 'array' : typeof value;
}

function article(word: string): string {
	if (word === 'null' || word === 'Infinity') return word;
	return `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;
}
