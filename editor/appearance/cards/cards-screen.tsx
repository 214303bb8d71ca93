import {signal} from '@preact/signals';
import {useMemo} from 'preact/hooks';
import {words} from '../../../shared/locales/en/editor/appearance.ts';
import {hasBrowserBar} from '../../../shared/tour/browser-bar.ts';
import type {Publisher} from '../../../shared/tour/cards.ts';
import {pageLanguage} from '../../../shared/tour/document/document.ts';
import type {Device} from '../../session/view.ts';
import {client} from '../../shell/session-data.ts';
import {LookBar, Waiting} from '../bar.tsx';
import type {Look, Part} from '../frame.ts';
import {LookPanel, PartTabs} from '../panel.tsx';
import {type Looked, useLooked, useWatched} from '../use-appearance.ts';
import {CardFields} from './card-fields.tsx';
import {shownCard, shownForm} from './cards-value.ts';
import {FormFields} from './form-fields.tsx';
import {cardOf, formOf} from './written.ts';

/** The opening form and the closing card, beside the player that shows them. */
export function CardsScreen() {
	const {looked, fault, retry} = useLooked(async () => {
		const {account} = await client.call('GET /account', {});
		return {company: account.company, privacyUrl: account.privacyUrl};
	});
	return looked ? <CardsEditor key={looked.work.outbox.tour.peek().id} {...looked} /> : <Waiting fault={fault} retry={retry} />;
}

function CardsEditor({work, steps, more}: Looked<Publisher>) {
	const {tour} = work.outbox;
	const publisher = useMemo(() => signal(more), []);
	const tab = useMemo(() => signal<Part>(location.hash === '#card' ? 'card' : 'form'), []);
	const device = useMemo(() => signal<Device>(innerWidth < 720 ? 'phone' : 'desk'), []);
	const others = useWatched(work);
	const language = pageLanguage(tour.value.narrationSettings);
	document.title = `${words.cards}: ${tour.value.name} · Roteiro`;
	const look = (): Look => {
		const language = pageLanguage(tour.value.narrationSettings);
		return {
			part: tab.value,
			language,
			theme: tour.value.theme,
			steps,
			browserBar: hasBrowserBar(tour.value),
			form: shownForm(formOf(work, publisher.value), language, publisher.value),
			card: shownCard(cardOf(work), language),
		};
	};
	const isOff = (part: Part) => !tour.value[part === 'form' ? 'leadCapture' : 'endCta'].enabled;
	return (
		<div class="lookscreen">
			<LookBar work={work} others={others} here="cards" />
			<main class="lookfields">
				<h2 class="unseen">{words.cards}</h2>
				<PartTabs label={words.cards} part={tab} parts={['form', 'card']} panel="card-fields" />
				<div role="tabpanel" id="card-fields" aria-labelledby={`tab-${tab.value}`}>
					{tab.value === 'form' ? (
						<FormFields work={work} language={language} publisher={publisher} />
					) : (
						<CardFields work={work} language={language} />
					)}
				</div>
			</main>
			<LookPanel part={tab} parts={[tab.value]} device={device} look={look} isOff={isOff} />
		</div>
	);
}
