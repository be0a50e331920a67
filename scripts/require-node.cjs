/* Runs on any Node, however old: says in one sentence what is wrong before newer syntax makes it stumble. */
var parts = process.versions.node.split('.')
var major = Number(parts[0])
var minor = Number(parts[1])
/* From these versions on Node runs TypeScript by itself. */
if (major < 22 || (major === 22 && minor < 18) || (major === 23 && minor < 6)) {
  console.error(
    'Noordkaap needs Node 22.18 or newer and this is ' +
      process.version +
      ': run "npm ci" again without leaving out optional packages, which brings Node 24 along, or install Node 24.',
  )
  process.exit(1)
}
