export const reasons = ['unsaid', 'unused', 'hard', 'privacy', 'mail', 'other'] as const
export type Reason = (typeof reasons)[number]

/** Legal bases of retention: contracts and payments 5 years, complaints 3 years, log-ins 3 months. */
export const bases = ['contract', 'complaint', 'login'] as const
export type Basis = (typeof bases)[number]
