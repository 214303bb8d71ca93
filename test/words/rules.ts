import type {Language, Message} from './catalogues.ts';

/** Rules for texts; each one returns its findings. A right word that a rule finds is added here as an exception. */

/** Names of products that look like names of code. */
const PRODUCTS = /\b(?:JavaScript|WhatsApp|GitHub|DevTools|OpenAI|YouTube|LinkedIn)\b/g;
/** Text to type literally: a command, a setting, JSON, a path. */
const TYPED = /[“«"]roteiro [^”»"]*[”»"]|\{[^}]*\}|\b[\w/*]+\.(?:json|jsonl|yaml|md)\b|https?:\/\/\S*/g;

/** Returns names of code: camelCase, snake_case, and JavaScript's text for a missing value. */
export function namesOfCode(text: string): string[] {
	const plain = text.replace(PRODUCTS, '').replace(TYPED, '');
	return plain.match(/\b[a-z]+[A-Z]\w*|\b[A-Z][a-z]+[A-Z][a-z]+\w*|\b[a-z]+_[a-z]\w*|\bundefined\b|\bNaN\b|\[object/g) ?? [];
}

/** Returns expressions that are no plain English, and a wrong article before a vowel, which an exchanged word leaves behind. */
export function roughEnglish(text: string): string[] {
	return (
		text.match(
			/\b[Ww]hoever\b|\b[Aa]new\b|\bany more\b|\bopens nothing\b|\btelephones?\b|\b(?:as it|it|words?|texts?) stands?\b|\b[Aa] (?!one\b)(?:[aio]|e(?!u))\w*/g,
		) ?? []
	);
}

/** Imperatives of usted: verbs in -ar end in e, the others in a. */
const USTED_VERBS =
	`acepte|abra|active|agregue|ajuste|añada|arrastre|asegúrese|borre|busque|cambie|cierre|coloque|complete|compruebe|conecte|confirme|conserve|continúe
convierta|copie|cree|cuente|deje|descargue|descarte|desmarque|dibuje|diga|edite|elija|elimine|empiece|envíe|escriba|espere|exporte|guarde|haga|indique|inicie|intente|introduzca|lea
llame|llene|marque|mire|mueva|muestre|observe|oculte|pague|pegue|permita|pida|ponga|presione|pruebe|publique|pulse|quite|recargue|recuerde|rellene|restaure|retire|revise|salga|seleccione
siga|solicite|suba|suelte|termine|toque|tome|traiga|use|utilice|vaya|vea|verifique|visite|vuelva`.replaceAll('\n', '|');
/** These forms with a pronoun at their end, which are never subjunctives. */
const USTED_WITH_PRONOUN =
	'ábra|agrégue|bórre|búsque|cámbie|compruébe|conécte|confírme|cópie|descárgue|devuélva|elíja|elimíne|envíe|escríba|guárde|hága|inténte|lléve|márque|míre|muéstre|muéva|pída|pónga|pruébe|publíque|quíte|revíse|suélte|úse';
/** The beginning of a sentence or of a clause; elsewhere the same form may belong to "quien" or "cuando". */
const AT_A_BEGINNING = '(?<=^[¿¡«(]*|[.:;!?] [¿¡«(]*|, (?:y |o )?|(?<!(?:quien|que|cuando|hasta|donde|si)(?!\\p{L})[^.:;]*) [yoe] )';
const USTED = [
	/\busted(?:es)?\b/giu,
	new RegExp(`${AT_A_BEGINNING}(?<!quien[^.,]*, )(?:${USTED_VERBS})(?!\\p{L})`, 'giu'),
	new RegExp(`(?<!\\p{L})(?:${USTED_WITH_PRONOUN})(?:lo|la|los|las|le|les|se)(?!\\p{L})`, 'giu'),
	/(?<!\p{L})sus? (?:cuenta|contraseña|datos|empresa|correo electrónico|perfil|servidor|producto|marca|sesión|navegador|política|privacidad|tours)(?!\p{L})/giu,
	/¿(?:Olvidó|Quiere|Desea|Necesita|Tiene)(?!\p{L})/gu,
	/(?<!\p{L})(?:Ha|Puede) (?:cerrado|iniciado|abierto|cerrar|iniciar|continuar|desconectar)/gu,
];

/** Forms that the house style of each language excludes. */
const WRITTEN: Record<Language, RegExp[]> = {
	en: [/[«»]/g],
	// Spanish uses tú, words that all of America and Spain understand, and « ».
	es: [
		...USTED,
		/[“”"]/g,
		/(?<!\p{L})(?:coste|costes|ordenador|ordenadores|vosotros|vídeo|vídeos|rellen\p{L}*|puls[ae]\p{L}*|computador)(?!\p{L})/giu,
	],
	// Portuguese uses você and the words of Brazil.
	pt: [
		/[«»]/g,
		/(?<!\p{L})(?:tu|teu|tua|teus|tuas|contigo|podes|queres|tens|ecrã|utilizador|ficheiro|telemóvel|palavra-passe|acrescent\p{L}+|mudança|mudanças)(?!\p{L})/giu,
	],
};

/** Rejected synonyms: each thing has one word. Roteiro names only the product and its command. */
const GIVEN_UP: Record<Language, RegExp> = {
	en: /\b(?:veil|walkthroughs?|sittings?|roteiros?)\b/g,
	es: /(?<!\p{L})(?:[Rr]ecorridos?|[Dd]estacad[oa]s?|[Rr]ealces?|[Pp]lantillas?|[Mm]odelos?|[Vv]elo|[Gg]uion(?:es)?|roteiros?)(?!\p{L})/gu,
	pt: /(?<!\p{L})(?:[Pp]ercursos?|[Rr]ealces?|[Mm]odelos?|[Vv]éu|roteiros?)(?!\p{L})/gu,
};

export function badlyWritten(text: string, language: Language): string[] {
	const plain = text.replace(TYPED, '').replace(/\b(?:command|comando) roteiro\b/g, '');
	return [...WRITTEN[language], GIVEN_UP[language]].flatMap(rule => [...plain.matchAll(rule)].map(([words]) => words));
}

/** Things with one name in each language. If a message names one in one language, it does so in all. */
const CONCEPTS: Record<string, Record<Language, RegExp>> = {
	highlight: {en: /\bhighlight/i, es: /resalt/i, pt: /destac|destaque/i},
	message: {en: /\bmessages?\b/i, es: /(?<!\p{L})mensajes?(?!\p{L})/iu, pt: /(?<!\p{L})mensage[mn]/iu},
	preset: {en: /\bpreset/i, es: /\bestilos?\b/i, pt: /\bestilos?\b/i},
	theme: {en: /\btheme/i, es: /\btemas?\b/i, pt: /\btemas?\b/i},
	tour: {en: /\btours?\b/i, es: /\btours?\b/i, pt: /\btours?\b/i},
};

/** Returns concepts that a message names in only some languages, with its texts. */
export function unequal(said: Record<Language, Message>): string[] {
	return Object.entries(CONCEPTS).flatMap(([concept, words]) => {
		const named = (Object.keys(words) as Language[]).filter(language => words[language].test(said[language].text));
		return named.length === 0 || named.length === 3 ? [] : [`${concept}: in ${named.join(', ')} alone`];
	});
}
