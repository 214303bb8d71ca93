import {type Html, trusted} from '../../shared/html.ts';

/** Drawing of the product beside a form: a screenshot, its highlight, the click point, the balloon. */
export const PICTURE: Html = trusted(`<div class="picture" aria-hidden="true"><svg viewBox="0 0 640 520">
<rect class="window" x="30" y="40" width="520" height="380" rx="14"/>
<path class="bar" d="M30 84V54a14 14 0 0 1 14-14h492a14 14 0 0 1 14 14v30z"/>
<circle class="dot" cx="54" cy="62" r="5"/><circle class="dot" cx="72" cy="62" r="5"/><circle class="dot" cx="90" cy="62" r="5"/>
<rect class="ghost" x="60" y="116" width="96" height="12" rx="6"/><rect class="ghost" x="60" y="146" width="72" height="12" rx="6"/>
<rect class="ghost" x="60" y="176" width="88" height="12" rx="6"/><rect class="ghost" x="60" y="206" width="64" height="12" rx="6"/>
<path class="rule" d="M190 84v336"/>
<rect class="ghost strong" x="222" y="116" width="168" height="18" rx="9"/>
<rect class="ghost" x="222" y="156" width="292" height="12" rx="6"/><rect class="ghost" x="222" y="182" width="248" height="12" rx="6"/>
<rect class="button" x="238" y="232" width="136" height="44" rx="10"/>
<rect class="halo" x="224" y="218" width="164" height="72" rx="16"/>
<rect class="highlight" x="224" y="218" width="164" height="72" rx="16"/>
<circle class="ripple" cx="342" cy="258" r="24"/><circle class="click" cx="342" cy="258" r="10"/>
<g class="balloon">
<path d="M352 326l18-20 18 20h200a16 16 0 0 1 16 16v122a16 16 0 0 1-16 16H336a16 16 0 0 1-16-16V342a16 16 0 0 1 16-16z"/>
<rect class="title" x="346" y="352" width="150" height="14" rx="7"/>
<rect class="line" x="346" y="382" width="230" height="10" rx="5"/><rect class="line" x="346" y="402" width="188" height="10" rx="5"/>
<circle class="step" cx="352" cy="448" r="4"/><circle class="step here" cx="368" cy="448" r="4"/><circle class="step" cx="384" cy="448" r="4"/><circle class="step" cx="400" cy="448" r="4"/>
<rect class="next" x="508" y="432" width="70" height="30" rx="8"/>
</g>
</svg></div>`);
