import type { AccountingConfig, Config } from '../../../../platform/config.ts'
import type { Provider, ProviderKey } from '../types.ts'
import { exact } from './exact.adapter.ts'
import { moneybird } from './moneybird.adapter.ts'

/** The packages that can be linked. */
export const PROVIDERS: Readonly<Record<ProviderKey, Provider>> = { exact, moneybird }
export const isProvider = (word: string): word is ProviderKey => Object.hasOwn(PROVIDERS, word)

/** How this installation is registered there; undefined where it is not. */
export const configOf = ({ accountingProviders }: Config, provider: ProviderKey): AccountingConfig | undefined =>
  accountingProviders[provider]
