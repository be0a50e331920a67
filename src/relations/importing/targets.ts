import { companyTarget } from './companies.plan.ts'
import { contactTarget } from './contacts.plan.ts'
import type { Target } from './types.ts'

const TARGETS = { contacts: contactTarget, companies: companyTarget } as const
export type TargetName = keyof typeof TARGETS
export const TARGET_NAMES = Object.keys(TARGETS) as [TargetName, ...TargetName[]]
export const targetOf = (name: TargetName): Target => TARGETS[name]
