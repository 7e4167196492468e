import pg from 'pg';

/** Gives the role of an address its time limits, as a service behind a pooler asks for them. */
export async function setRoleLimits(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>('select current_database() as name');
    const database = client.escapeIdentifier(rows[0]?.name ?? '');
    for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout'])
      await client.query(`alter role current_user in database ${database} set ${limit} = '60s'`);
  } finally {
    await client.end();
  }
}
