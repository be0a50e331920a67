export { literal } from '../../../src/platform/fast/prepared-reads.ts'

export function prepareRepeated(): void {
  // Every statement is planned anew.
}
