import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {dashboard} from './dashboard.ts';

// `npm run dashboard`: writes roteiro.json anew, which is what Grafana imports.

writeFileSync(join(import.meta.dirname, 'roteiro.json'), `${JSON.stringify(dashboard(), null, '\t')}\n`);
