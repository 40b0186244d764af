# The postgres image runs this once, when it makes the database: see compose.yaml.
psql --username="$POSTGRES_USER" --dbname=postgres --no-psqlrc \
  --set=ON_ERROR_STOP=1 --set=owner_password="$OWNER_PASSWORD" --set=portal_password="$PORTAL_PASSWORD" \
  --file=/database-roles.sql
