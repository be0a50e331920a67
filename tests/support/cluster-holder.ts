/** A process that starts (or joins) the cluster of the folder it is given, says so in JSON and then only lives on. */
import { startCluster } from '../../src/platform/database/cluster.ts'

const cluster = await startCluster({ dataDir: process.argv[2]!, fsync: false })
console.log(JSON.stringify(cluster))
setInterval(() => undefined, 60_000)
