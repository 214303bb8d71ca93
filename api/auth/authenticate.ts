import type Koa from 'koa';
import type {Credential} from '../../shared/store/access/credentials.ts';

/** Returns the credential of a call. Throws the error that the caller gets where there is none. `account`: a page of the owner's account, on any plan; `whileClosing`: also where it is to be deleted. */
export type AuthenticateCall = (ctx: Koa.Context, operation: {account?: boolean; whileClosing?: boolean}) => Promise<Credential>;
