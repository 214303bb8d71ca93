import type {Actor} from '../../shared/contract/version.ts';
import type {Credential} from '../../shared/store/access/credentials.ts';

const TYPES = {api_key: 'key', oauth: 'app', session: 'user'} as const;

/** Who changes what a call changes: a key or an app by its name, a person whatever browser is used. */
export function actorOf({id, type, name, account}: Credential): Actor {
	return type === 'session' ? {type: 'user', id: account.id, name: account.name} : {type: TYPES[type], id, name};
}

/** Who made a tour, as it is kept with it for good: a person in the browser, or a program with a key. */
export function creatorOf({type}: Credential): 'editor' | 'agent' {
	return type === 'session' ? 'editor' : 'agent';
}
