import type {Services} from '../../shared/services/services.ts';
import type {SignInLimits} from '../auth/sign-in-limits.ts';

/** What the routes of the account's pages work with. */
export type AccountContext = {services: Services; limits: SignInLimits};
