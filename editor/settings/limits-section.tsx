import {MINUTE_MS} from '../../shared/contract/limits.ts';
import {words} from '../../shared/locales/en/editor/settings.ts';
import {numeral} from '../messages/index.ts';
import {Meter, type Usage} from '../shell/account-menu.tsx';
import {CopyLine} from '../shell/copy-line.tsx';
import {account, client} from '../shell/session-data.ts';
import {Failed, Lines, useReading} from '../shell/use-resource.tsx';
import {day, size} from './form.tsx';

const SET_PLAN = 'npm run --silent operator -- account set-plan --email ana@example.com --plan pro';

export function LimitsSection() {
	const {value, fault, again} = useReading(() => client.call('GET /account/usage', {}), []);
	if (fault) return <Failed fault={fault} again={again} />;
	if (!value) return <Lines count={4} />;
	const texts = words.limits;
	const {plan, quotas} = value;
	return (
		<>
			<section class="panel" aria-labelledby="plan">
				<header>
					<h2 id="plan">{texts.plan}</h2>
					<span class={plan === 'pro' ? 'pill good' : 'pill'}>{texts.plans[plan]}</span>
				</header>
				{plan === 'free' && <p class="hint">{account.administrator ? texts.freeAdministrator : texts.free}</p>}
				{plan === 'free' && account.administrator && (
					<form class="actions" method="post" action="/account/plan">
						<button type="submit" class="button primary">
							{texts.switchOnPro}
						</button>
					</form>
				)}
				{plan !== 'free' && account.administrator && (
					<>
						<p class="hint">{texts.others}</p>
						<CopyLine text={SET_PLAN} label={texts.others} />
					</>
				)}
				{plan !== 'free' && (
					<div class="meters">
						<h3>
							{texts.month}, {texts.resets(day(quotas.aiTexts.resetsAt))}
						</h3>
						<Meter label={texts.texts} quota={quotas.aiTexts} />
						<Meter label={texts.minutes} quota={quotas.narrationMs} unit={MINUTE_MS} />
					</div>
				)}
			</section>
			{plan !== 'free' && <Hour usage={value} />}
			<Stored usage={value} />
		</>
	);
}

function Hour({usage: {limits}}: {usage: Usage}) {
	const texts = words.limits;
	return (
		<section class="panel" aria-labelledby="hour">
			<h2 id="hour">{texts.hour}</h2>
			<dl class="facts-list">
				{(['sessionChanges', 'changes', 'publishes'] as const).map(name => (
					<div key={name}>
						<dt>{texts[name]}</dt>
						<dd>{texts.left(numeral(limits[name].remaining), numeral(limits[name].limit))}</dd>
					</div>
				))}
			</dl>
		</section>
	);
}

function Stored({usage: {tours, media}}: {usage: Usage}) {
	const texts = words.limits;
	return (
		<section class="panel" aria-labelledby="stored">
			<h2 id="stored">{texts.stored}</h2>
			<dl class="facts-list">
				<div>
					<dt>{texts.tours}</dt>
					<dd>{texts.toursNow(numeral(tours.count), numeral(tours.published), numeral(tours.inBin))}</dd>
				</div>
				<div>
					<dt>{texts.images}</dt>
					<dd>{texts.imagesNow(numeral(media.images), size(media.bytes))}</dd>
				</div>
			</dl>
		</section>
	);
}
