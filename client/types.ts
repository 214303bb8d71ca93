import type {Static} from 'typebox';
import type {OPERATIONS} from '../api/operations/index.ts';
import type {OWNER_OPERATIONS} from '../api/operations/owner/index.ts';

type Listed = (typeof OPERATIONS)[number];
type Owned = (typeof OWNER_OPERATIONS)[number];
type OperationAt<R extends Route | OwnerRoute> = Extract<Listed | Owned, {route: R}>;
type Bodies<S> = {[Status in keyof S]: S[Status] extends {body: infer Body} ? Static<Body & object> : never}[keyof S];

/** Method and path of every operation under /v1, as `/docs` shows them. */
export type Route = Listed['route'];
/** Routes of an account's owner, which exist under /app/v1 alone. */
export type OwnerRoute = Owned['route'];
/** Routes that return server-sent events. */
export type StreamRoute = Extract<Listed, {stream?: true}>['route'];

/** Input of an operation: the names in its path, and its query or body, in one object. */
export type Input<R extends Route | OwnerRoute> = Static<OperationAt<R>['input']> & object;
/** Response body of an operation. */
export type Output<R extends Route | OwnerRoute> = {ok: true} & Bodies<OperationAt<R>['success']>;
/** Data of a stream's events: the one property that the operation declares. */
export type Followed<R extends StreamRoute> = Omit<Output<R>, 'ok'>[keyof Omit<Output<R>, 'ok'>];
