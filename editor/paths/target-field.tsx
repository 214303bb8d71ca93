import type {ComponentChildren} from 'preact';
import {useId, useLayoutEffect, useRef, useState} from 'preact/hooks';
import type {ActionTarget} from '../../shared/contract/paths/actions.ts';
import type {Step} from '../../shared/contract/step.ts';
import {shownTexts} from '../../shared/contract/step-fields.ts';
import {words} from '../../shared/locales/en/editor/path-section.ts';
import {words as pathWords} from '../../shared/locales/en/editor/paths.ts';
import type {Session} from '../session/session.ts';
import {moveFocus, placeBelow} from '../shell/menu.tsx';

export type Way = ActionTarget['to'] | 'none';
type Chosen = {to: Way; step?: string};

type Props = {
	session: Session;
	/** The step from which it leads. */
	from: string;
	/** Name of the button, hotspot or Next whose target it is. */
	label: string;
	target: Chosen;
	/** Ways that are offered before the steps. */
	ways: readonly Way[];
	choose: (target: Chosen) => void;
	/** Id of the sentence that says what is wrong with it. */
	fault?: string;
};

/** Chooses a target: a button opens a list of ways and of steps, by number, title and picture. */
export function TargetField({session, from, label, target, ways, choose, fault}: Props) {
	const id = useId();
	const button = useRef<HTMLButtonElement>(null);
	const list = useRef<HTMLDivElement>(null);
	const [open, setOpen] = useState(false);
	const {steps} = session.tour.value;
	const offered: Chosen[] = [...ways.map(to => ({to})), ...steps.map(({id: step}) => ({to: 'step' as const, step}))];
	const take = (chosen: Chosen) => {
		list.current!.hidePopover();
		button.current!.focus();
		choose(chosen);
	};
	const pick = () => {
		list.current!.hidePopover();
		session.picking.value = {from, label, take: step => choose({to: 'step', step})};
	};
	return (
		<div class="target">
			<span id={`${id}-name`}>
				{words.leads}
				<span class="unseen"> (“{label}”)</span>
			</span>
			<button
				type="button"
				ref={button}
				class="chosen"
				aria-haspopup="listbox"
				aria-expanded={open}
				id={`${id}-chosen`}
				aria-labelledby={`${id}-name ${id}-chosen`}
				popovertarget={id}
				aria-invalid={fault !== undefined}
				aria-describedby={fault}
			>
				<WayName target={target} steps={steps} />
			</button>
			<TargetList id={id} list={list} button={button} open={open} toggle={setOpen}>
				{open && (
					<>
						<button type="button" class="pick" onClick={pick}>
							{words.pick}
						</button>
						<div role="listbox" aria-label={words.choose(label)}>
							{offered.map(one => (
								<Option
									key={one.step ?? one.to}
									target={one}
									chosen={one.to === target.to && one.step === target.step}
									steps={steps}
									take={take}
								/>
							))}
						</div>
					</>
				)}
			</TargetList>
		</div>
	);
}

type ListProps = {
	id: string;
	list: {current: HTMLDivElement | null};
	button: {current: HTMLButtonElement | null};
	open: boolean;
	toggle: (open: boolean) => void;
	children: ComponentChildren;
};

/** Shows the list under its button; the arrow keys go through its entries. */
function TargetList({id, list, button, open, toggle, children}: ListProps) {
	// Once what is in it is drawn.
	useLayoutEffect(() => {
		if (!open) return;
		placeBelow(button.current!, list.current!);
		const all = list.current!;
		(all.querySelector<HTMLElement>('[aria-selected=true]') ?? all.querySelector<HTMLElement>('button'))?.focus();
	}, [open]);
	return (
		// biome-ignore lint/a11y/useSemanticElements: a list with a button above it.
		<div
			id={id}
			ref={list}
			role="group"
			popover="auto"
			class="menu targets"
			onToggle={({newState}) => toggle(newState === 'open')}
			onKeyDown={event => moveFocus(event, [...list.current!.querySelectorAll('button')])}
		>
			{children}
		</div>
	);
}

type OptionProps = {target: Chosen; chosen: boolean; steps: readonly Step[]; take: (target: Chosen) => void};

function Option({target, chosen, steps, take}: OptionProps) {
	return (
		<button type="button" role="option" tabIndex={-1} aria-selected={chosen} onClick={() => take(target)}>
			<WayName target={target} steps={steps} />
		</button>
	);
}

/** Shows a way in words, or a step with its number and picture. */
function WayName({target, steps}: {target: Chosen; steps: readonly Step[]}) {
	const step = target.to === 'step' ? steps.find(({id}) => id === target.step) : undefined;
	if (!step) return <span>{wayName(target.to)}</span>;
	return (
		<>
			<span class="number">{step.position + 1}</span>
			<span class="small-thumb">{step.image && <img src={step.image.thumbnailUrl} alt="" loading="lazy" />}</span>
			<span class="label">{shownTexts(step)[0] ?? pathWords.untitled}</span>
		</>
	);
}

/** Returns the name of a way that leads to no step of the tour. */
function wayName(to: Way): string {
	if (to === 'none') return words.nextNone;
	return to === 'url' ? words.out : words.ways[to as keyof typeof words.ways];
}
