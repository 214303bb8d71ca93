import type {Services} from '../../shared/services/services.ts';
import type {SignInLimits} from '../auth/sign-in-limits.ts';

/** Services and limits that the routes of the account's pages share. */
export type AccountContext = {services: Services; limits: SignInLimits};
