#!/usr/bin/env bash
# Builds stand-ins for the public images, for machines that reach Debian's packages and Maven Central but no image
# registry. An image that is there already is left alone; remove it to have it built again.
#   needs: a Docker engine that answers, mmdebstrap, Maven, root
#   makes: millrace-standin/keycloak:<version of the build>, millrace-standin/postgres:17; with the argument "prometheus"
#          millrace-standin/prometheus:latest, too
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
keycloak_version=$(sed -n 's:.*<keycloak.version>\(.*\)</keycloak.version>.*:\1:p' "$root/pom.xml")
postgres_major=17
suite=trixie

base=millrace-standin/debian:$suite
keycloak=millrace-standin/keycloak:$keycloak_version
postgres=millrace-standin/postgres:$postgres_major
prometheus=millrace-standin/prometheus
distribution=$root/testsuite/target/keycloak/keycloak-$keycloak_version

have() {
  docker image inspect "$1" >/dev/null 2>&1
}

# The classic builder needs no plugin. The host's network, because the bridge may have no name resolution.
build() {
  echo "building $*" >&2
  DOCKER_BUILDKIT=0 docker build --quiet --network host "$@"
}

if ! have "$base"; then
  echo "building $base" >&2
  # The manual pages' directories stay: installing a Java puts links there.
  mmdebstrap --quiet --variant=minbase --include=ca-certificates --dpkgopt='path-exclude=/usr/share/doc/*' "$suite" - |
    docker import --change 'CMD ["bash"]' - "$base"
fi

if ! have "$postgres"; then
  build --build-arg BASE="$base" --build-arg POSTGRES_MAJOR="$postgres_major" --tag "$postgres" "$here/postgres"
fi

if ! have "$keycloak"; then
  if [ ! -d "$distribution" ]; then
    (cd "$root" && mvn -B -q -pl testsuite dependency:unpack@keycloak-distribution)
  fi
  # Group 0 may do what the owner may: the platforms that choose a user id at random put it into that group.
  chmod -R g=u "$distribution"
  build --build-arg BASE="$base" --tag "$keycloak" --file "$here/keycloak/Dockerfile" "$distribution"
fi

if [ "${1:-}" = prometheus ] && ! have "$prometheus"; then
  build --build-arg BASE="$base" --tag "$prometheus" "$here/prometheus"
fi

docker image ls --filter reference='millrace-standin/*'
