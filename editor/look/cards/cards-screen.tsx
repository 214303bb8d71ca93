import {type Signal, signal} from '@preact/signals';
import {useMemo} from 'preact/hooks';
import type {SnapshotStep} from '../../../shared/contract/snapshot.ts';
import type {Tour} from '../../../shared/contract/tour.ts';
import type {Offerer} from '../../../shared/tour/cards.ts';
import {pageLanguage} from '../../../shared/tour/document/document.ts';
import {account, client} from '../../shell/boot.ts';
import type {Device} from '../../stage/view.ts';
import type {Draft} from '../draft.ts';
import {type Kept, keptDraft} from '../kept.ts';
import {LookBar} from '../look-bar.tsx';
import type {Look, Part} from '../look-frame.ts';
import {LookPanel} from '../look-panel.tsx';
import {stepsToShow} from '../samples.ts';
import {useDrafts, useLoaded} from '../use-look.ts';
import {Waiting} from '../waiting.tsx';
import {words} from '../words.ts';
import {cardDraft, formDraft} from './card-drafts.ts';
import {CardFields} from './card-fields.tsx';
import {type CardDraft, type FormDraft, shownCard, shownForm} from './cards-value.ts';
import {FormFields} from './form-fields.tsx';

type Loaded = {
	tour: Tour;
	offerer: Offerer;
	steps: Record<'step' | 'slide', SnapshotStep>;
	kept: {form: Kept<FormDraft> | undefined; card: Kept<CardDraft> | undefined};
};
type Tab = 'form' | 'card';

/** The opening form and the closing card, beside the player that shows them. */
export function CardsScreen() {
	const {loaded, fault, retry} = useLoaded<Loaded>(async tour => {
		const [{account: owner}, steps, form, card] = await Promise.all([
			client.call('GET /account', {}),
			stepsToShow(tour, ''),
			keptDraft<FormDraft>(account.id, tour.id, 'form').read(),
			keptDraft<CardDraft>(account.id, tour.id, 'card').read(),
		]);
		const {company, privacyUrl} = owner;
		return {tour, offerer: {company, privacyUrl}, steps, kept: {form, card}};
	});
	return loaded ? <CardsEditor key={loaded.tour.id} {...loaded} /> : <Waiting fault={fault} retry={retry} />;
}

function CardsEditor({tour, offerer: first, steps, kept}: Loaded) {
	const language = pageLanguage(tour.narrationSettings);
	const offerer = useMemo(() => signal(first), []);
	const {form, card} = useMemo(() => {
		const version = {current: tour.version};
		return {form: formDraft(tour, version, () => offerer.value, kept.form), card: cardDraft(tour, version, kept.card)};
	}, []);
	const tab = useMemo(() => signal<Part>(location.hash === '#card' ? 'card' : 'form'), []);
	const device = useMemo(() => signal<Device>(innerWidth < 720 ? 'phone' : 'desk'), []);
	const drafts = [form, card] as Draft<unknown>[];
	useDrafts(drafts, () => drafts[tab.value === 'form' ? 0 : 1]!);
	document.title = `${words.cards}: ${tour.name} · Roteiro`;
	const look = (): Look => ({
		part: tab.value,
		language,
		theme: tour.theme,
		steps,
		form: shownForm(form.value.value, language, offerer.value),
		card: shownCard(card.value.value, language),
	});
	const isOff = (part: Part) => !(part === 'form' ? form : card).value.value.enabled;
	return (
		<div class="lookscreen">
			<LookBar tour={tour} here="cards" draft={drafts[tab.value === 'form' ? 0 : 1]!} drafts={drafts} />
			<main class="lookfields">
				<h2 class="unseen">{words.cards}</h2>
				<Tabs tab={tab} />
				<div role="tabpanel" id="card-fields" aria-labelledby={`tab-${tab.value}`}>
					{tab.value === 'form' ? (
						<FormFields draft={form} language={language} offerer={offerer} />
					) : (
						<CardFields draft={card} language={language} />
					)}
				</div>
			</main>
			<LookPanel part={tab} parts={[tab.value]} device={device} look={look} isOff={isOff} />
		</div>
	);
}

/** Form or card; arrows go from one to the other. */
function Tabs({tab}: {tab: Signal<Part>}) {
	const tabs: Tab[] = ['form', 'card'];
	return (
		<div class="tabs" role="tablist" aria-label={words.cards}>
			{tabs.map((name, index) => (
				<button
					key={name}
					id={`tab-${name}`}
					type="button"
					role="tab"
					aria-selected={tab.value === name}
					aria-controls="card-fields"
					tabIndex={tab.value === name ? 0 : -1}
					onClick={() => (tab.value = name)}
					onKeyDown={event => {
						if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
						event.preventDefault();
						tab.value = tabs[1 - index]!;
						(event.currentTarget.parentElement!.children[1 - index] as HTMLElement).focus();
					}}
				>
					{words[name]}
				</button>
			))}
		</div>
	);
}
