import * as bank from 'ibantools'

/** Whether an IBAN is one of its country: length, form and remainder (ISO 13616). Spaces are left out first. */
export const isIban = (value: string): boolean => bank.isValidIBAN(compactIban(value))

/** In groups of four, as people read and banks print it. */
export const formatIban = (value: string): string => bank.friendlyFormatIBAN(compactIban(value), ' ') ?? ''

export const compactIban = (value: string): string => value.replace(/\s/g, '').toUpperCase()
