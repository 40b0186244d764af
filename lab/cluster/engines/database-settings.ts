import { join } from 'node:path'
import { runProgram } from './program'

export interface Node {
  name: string
  postgresPort: number
  apiPort: number
}

interface Secrets {
  superuser: string
  replica: string
}

const postgresBin = () =>
  runProgram(['sh', '-c', 'ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1']).trim()

/** What Patroni reads, which takes JSON as well. */
export function nodeSettings(
  folder: string,
  node: Node,
  etcdPort: number,
  secrets: Secrets,
): string {
  const data = join(folder, node.name, 'data')
  return JSON.stringify({
    scope: 'portal',
    name: node.name,
    restapi: {
      listen: `127.0.0.1:${node.apiPort}`,
      connect_address: `127.0.0.1:${node.apiPort}`,
    },
    etcd3: { hosts: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        // It takes no less than 20.
        ttl: 20,
        loop_wait: 3,
        retry_timeout: 5,
        synchronous_mode: true,
        maximum_lag_on_failover: 1_048_576,
        postgresql: {
          use_pg_rewind: true,
          parameters: {
            max_connections: 200,
            wal_keep_size: '256MB',
            synchronous_commit: 'on',
            hot_standby_feedback: 'on',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `127.0.0.1:${node.postgresPort}`,
      connect_address: `127.0.0.1:${node.postgresPort}`,
      data_dir: data,
      pgpass: join(folder, node.name, 'pgpass'),
      bin_dir: postgresBin(),
      parameters: { unix_socket_directories: '', log_destination: 'stderr' },
      pg_hba: [
        'host all all 127.0.0.1/32 scram-sha-256',
        'host replication all 127.0.0.1/32 scram-sha-256',
      ],
      authentication: {
        superuser: { username: 'postgres', password: secrets.superuser },
        replication: { username: 'replica', password: secrets.replica },
      },
    },
  })
}

/** Leads to the node that leads. */
export function proxySettings(nodes: readonly Node[], leaderPort: number): string {
  const servers = nodes
    .map(({ name, postgresPort, apiPort }) => {
      return `  server ${name} 127.0.0.1:${postgresPort} check port ${apiPort}`
    })
    .join('\n')
  return `
defaults
  mode tcp
  retries 2
  timeout connect 2s
  timeout check 2s
  timeout client 24h
  timeout server 24h
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
listen leader
  bind 127.0.0.1:${leaderPort}
  option httpchk GET /primary
${servers}
`
}
