/** The library brings no types; of what it reads `mt940.rules.ts` says what is used. */
declare module '@centrapay/swift-parser' {
  const parser: { parse(options: { type: 'mt940'; data: string }): unknown[] }
  export default parser
}
