import type { ModulePart } from '../../platform/manifest.ts'
import { addressData } from './lookups.screens.ts'

export { askAddress, houseNumber, knownPoint, knownPoints, type FoundAddress } from './address.adapter.ts'
export { findByName, findByNumber, type RegisteredCompany } from './trade-register.adapter.ts'
export { type Behaviour, type Registers, startRegisters } from './simulator.ts'
export type { Told } from './simulator-data.ts'

export const lookups: ModulePart = { screens: [addressData] }
