/**
 * 10,000 entrepreneurs, a third of them ready, and 100,000 introductions, 300 of them open, and at least as
 * many people of `addManyRows`.
 */
export const manyIntroductions = `
  insert into entrepreneurs (first_name, last_name, business_name, email, phone_number, time_zone, summary,
    amount_cents, status, status_at)
  select 'Ana', 'Rivera' || n, 'Bakery ' || n, 'ana' || n || '@bakery.example', '303' || lpad(n::text, 7, '0'),
    'America/Denver', 'Bakes bread.', 100, (array['ready', 'vetting', 'withdrawn'])[1 + n % 3],
    now() - n * interval '1 minute'
  from generate_series(1, 10000) n;
  insert into matches (partner_id, entrepreneur_id, state, ended_because, offered_times, moved_at)
  select n, 1 + n % 10000, 'ended', 'withdrawn', '{}', now() - n * interval '1 minute'
  from generate_series(1, 99700) n;
  insert into matches (partner_id, entrepreneur_id, offered_times, token_hash)
  select 30000 + 3 * n, n, array[now() + n * interval '1 hour'], 'link ' || n from generate_series(1, 300) n;
  update matches set state = 'booked', starts_at = offered_times[1],
    ends_at = offered_times[1] + interval '45 minutes' where state = 'arranging' and id % 2 = 0;
  update users set has_match = true where id in (select partner_id from matches where state <> 'ended');
  analyze users, entrepreneurs, matches`
